-- As 20261126070500: their answers, from before that, have the former values of enums. A repeat is refused rather than done again.
UPDATE "idempotency_keys" SET "input_hash" = ''
  WHERE "operation" = ANY ('{replayWebhookDelivery,testWebhookEndpoint,rotateWebhookEndpointSecret}'::text[]);
