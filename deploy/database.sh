#!/bin/sh
# Run once, by the database's image on an empty volume. The servers own one database and nothing else, and nobody comes
# over the network as the superuser, who has no password afterwards.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$CARROM_PASSWORD" <<'SQL'
CREATE ROLE carrom LOGIN PASSWORD :'password';
CREATE DATABASE carrom OWNER carrom;
ALTER ROLE CURRENT_USER PASSWORD NULL;
SQL
