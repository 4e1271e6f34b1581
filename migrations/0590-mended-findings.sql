-- What the rules found in a rejected text goes when an appeal brings another.

grant delete on review_findings to earshot_app;
