UPDATE note SET body = '' WHERE body IS NULL;
