ALTER TABLE teams ADD COLUMN currency TEXT CHECK (currency ~ '^[A-Z]{3}$');
