ALTER TABLE teams ADD COLUMN custom_field_names JSONB NOT NULL DEFAULT '[]';
