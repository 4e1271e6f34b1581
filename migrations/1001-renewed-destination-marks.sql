-- The mark of a destination may be computed again: another spelling of the same account, or another server secret, must not hide that
-- two people share one.
grant update (destination_mark) on payees to earshot_app;
