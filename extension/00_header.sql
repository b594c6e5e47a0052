-- Install script of the extension lakesoul_meta, joined from the files of extension/ in the order of
-- extension/order.list. Nothing here touches schema public: base tables are made by lakesoul.setup().
\echo Use "CREATE EXTENSION lakesoul_meta" to load this file. \quit

-- Nothing on the caller's search path can stand in for a name below.
SET LOCAL search_path TO pg_catalog, pg_temp;

-- Functions over base tables are members before those tables exist, so their bodies cannot be checked here.
-- The server switches the check off for every extension script anyway; this line lets no one depend on it.
-- The symbols of C functions are looked up all the same: their validator ignores this setting.
SET LOCAL check_function_bodies TO off;

