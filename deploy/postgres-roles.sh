#!/bin/bash
# The PostgreSQL image runs this script once, on an empty volume. It creates two roles, so that the application cannot change the schema.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE gateway_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE gateway_app LOGIN PASSWORD :'app_password';
CREATE DATABASE gateway OWNER gateway_owner;
SQL
