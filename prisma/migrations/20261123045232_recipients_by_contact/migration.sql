-- Each change of a recipient's status enters every index once more. The key serves who deletes a contact, too, when the contact
-- comes before the campaign.
-- DropIndex
DROP INDEX "sms_recipients_team_id_contact_id_idx";

-- AlterTable
ALTER TABLE "sms_recipients" DROP CONSTRAINT "sms_recipients_pkey",
ADD CONSTRAINT "sms_recipients_pkey" PRIMARY KEY ("team_id", "contact_id", "sms_campaign_id", "cycle");

