UPDATE place SET lat = lon;
UPDATE place SET lon = lat;
