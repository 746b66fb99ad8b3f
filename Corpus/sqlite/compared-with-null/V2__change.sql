UPDATE note SET body = '' WHERE body = NULL;
