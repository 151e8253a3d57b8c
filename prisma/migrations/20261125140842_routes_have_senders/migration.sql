-- CreateTable
CREATE TABLE "route_senders" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "sender" TEXT NOT NULL,
    "country_id" INTEGER,

    CONSTRAINT "route_senders_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "route_senders_team_id_route_id_id_idx" ON "route_senders"("team_id", "route_id", "id");

-- AddForeignKey
ALTER TABLE "route_senders" ADD CONSTRAINT "route_senders_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

