-- Recordings get their fingerprint, and texts of reviews their index, when they arrive. All of those from before have theirs.
drop table review_texts_taken;
drop index audio_files__unprinted;
alter table audio_files drop column needs_print, drop column print_after;
