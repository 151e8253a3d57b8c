-- Numbers are stored in their present form (src/modules/phone-numbers/renumbered.ts). Those that were renumbered get it here.
CREATE FUNCTION present_number(number bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN number BETWEEN 5210000000000 AND 5219999999999 THEN 520000000000 + number % 10000000000
    WHEN number BETWEEN 551100000000 AND 559999999999 AND number / 10000000 % 10 IN (6, 8, 9)
      THEN number / 100000000 * 1000000000 + 900000000 + number % 100000000
    WHEN number BETWEEN 22900000000 AND 22999999999 THEN 2290100000000 + number % 100000000
    WHEN number BETWEEN 22500000000 AND 22599999999 THEN CASE
      WHEN number / 10000000 % 10 = 1 THEN NULL
      WHEN number / 10000000 % 10 NOT IN (2, 3) THEN CASE
        WHEN number / 1000000 % 10 <= 3 THEN 2250100000000 WHEN number / 1000000 % 10 <= 6 THEN 2250500000000
        ELSE 2250700000000 END
      WHEN number / 100000 % 10 = 8 THEN 2252100000000 WHEN number / 100000 % 10 = 0 THEN 2252500000000
      ELSE 2252700000000 END + number % 100000000
    WHEN number BETWEEN 841620000000 AND 841699999999 THEN 84300000000 + number % 100000000
    WHEN number BETWEEN 841200000000 AND 841999999999 THEN CASE number / 10000000 % 1000
      WHEN 120 THEN 84700000000 WHEN 121 THEN 84790000000 WHEN 122 THEN 84770000000 WHEN 126 THEN 84760000000
      WHEN 128 THEN 84780000000 WHEN 123 THEN 84830000000 WHEN 124 THEN 84840000000 WHEN 125 THEN 84850000000
      WHEN 127 THEN 84810000000 WHEN 129 THEN 84820000000 WHEN 186 THEN 84560000000 WHEN 188 THEN 84580000000
      WHEN 199 THEN 84590000000 END + number % 10000000
    WHEN number BETWEEN 5710000000 AND 5789999999 AND number / 10000000 % 10 IN (1, 2, 4, 5, 6, 7, 8)
      AND number / 1000000 % 100 <> 46
      THEN 576000000000 + number % 100000000
    WHEN number BETWEEN 23770000000 AND 23799999999 AND number / 10000000 % 10 IN (7, 9)
      THEN 237600000000 + number % 100000000
    WHEN number BETWEEN 23720000000 AND 23739999999 THEN 237200000000 + number % 100000000
    WHEN number BETWEEN 59380000000 AND 59399999999 THEN 593900000000 + number % 100000000
  END
$$;

UPDATE contacts c SET number = present_number(c.number)
WHERE present_number(c.number) IS NOT NULL AND NOT EXISTS (
  SELECT FROM contacts o WHERE o.team_id = c.team_id AND o.number = present_number(c.number));

INSERT INTO suppressed_numbers (team_id, id, number, reason, created_at)
SELECT team_id, gen_random_uuid(), present_number(number), reason, created_at FROM suppressed_numbers
WHERE present_number(number) IS NOT NULL ON CONFLICT DO NOTHING;

-- A former number stays suppressed where a contact still has it, because another one has the present number.
DELETE FROM suppressed_numbers s WHERE present_number(s.number) IS NOT NULL AND NOT EXISTS (
  SELECT FROM contacts c WHERE c.team_id = s.team_id AND c.number = s.number);
INSERT INTO suppressed_numbers (team_id, id, number, reason, created_at)
SELECT c.team_id, gen_random_uuid(), c.number, s.reason, s.created_at
FROM contacts c JOIN suppressed_numbers s ON s.team_id = c.team_id AND s.number = present_number(c.number)
ON CONFLICT DO NOTHING;

-- An Argentine number leads to one phone with and without its 9.
INSERT INTO suppressed_numbers (team_id, id, number, reason, created_at)
SELECT team_id, gen_random_uuid(), CASE WHEN number > 5490000000000 THEN 540000000000 + number % 10000000000
    ELSE 5490000000000 + number % 10000000000 END, reason, created_at
FROM suppressed_numbers
WHERE number BETWEEN 5490000000000 AND 5499999999999 OR number BETWEEN 541000000000 AND 549999999999
ON CONFLICT DO NOTHING;

DROP FUNCTION present_number(bigint);
