UPDATE place SET lat = lon, lon = lat;
