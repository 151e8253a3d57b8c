-- AlterTable
ALTER TABLE "routing_plan_rules" ADD COLUMN     "by_price" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sms_messages" ADD COLUMN     "route_choice" JSONB;

-- AlterTable
ALTER TABLE "sms_recipients" ADD COLUMN     "refusals" JSONB;

-- CreateTable
CREATE TABLE "routing_plan_candidates" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "routing_plan_rule_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "priority" SMALLINT NOT NULL DEFAULT 1,
    "weight" SMALLINT NOT NULL DEFAULT 1,

    CONSTRAINT "routing_plan_candidates_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "routing_plan_candidates_team_id_routing_plan_rule_id_priori_idx" ON "routing_plan_candidates"("team_id", "routing_plan_rule_id", "priority", "id");

-- CreateIndex
CREATE INDEX "routing_plan_candidates_team_id_route_id_idx" ON "routing_plan_candidates"("team_id", "route_id");

-- CreateIndex
CREATE UNIQUE INDEX "routing_plan_candidates_team_id_routing_plan_rule_id_route__key" ON "routing_plan_candidates"("team_id", "routing_plan_rule_id", "route_id");

-- AddForeignKey
ALTER TABLE "routing_plan_candidates" ADD CONSTRAINT "routing_plan_candidates_team_id_routing_plan_rule_id_fkey" FOREIGN KEY ("team_id", "routing_plan_rule_id") REFERENCES "routing_plan_rules"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "routing_plan_candidates" ADD CONSTRAINT "routing_plan_candidates_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A rule with one route is a rule with one candidate.
INSERT INTO "routing_plan_candidates" ("team_id", "id", "routing_plan_rule_id", "route_id")
SELECT "team_id", gen_random_uuid(), "id", "route_id" FROM "routing_plan_rules";
