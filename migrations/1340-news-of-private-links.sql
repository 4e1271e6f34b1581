-- A digest of the devices that opened an artist's private links, which can be switched off.

alter table digest_items drop constraint digest_items__kind;
alter table digest_items add constraint digest_items__kind
  check (kind in ('review_received', 'review_decided', 'new_track', 'link_opened')) not valid;
alter table notices_switched_off drop constraint notices_switched_off__kind;
alter table notices_switched_off add constraint notices_switched_off__kind
  check (kind in ('review_received', 'review_decided', 'payout_decided', 'new_track', 'link_opened')) not valid;
