-- A STOP, a refusal of the provider and a request in a call only suppressed the number, and so did imports and calls of numbers that were on the list.
UPDATE contacts c SET unsubscribed_at = s.created_at, updated_at = now() FROM suppressed_numbers s
WHERE s.team_id = c.team_id AND s.number = c.number AND c.unsubscribed_at IS NULL;
