-- A batch names its messages: they are found by their ids.
DROP INDEX "hub_messages_team_id_batch_id_idx";
