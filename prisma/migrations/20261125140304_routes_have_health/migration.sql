-- CreateTable
CREATE TABLE "route_health" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "network_id" INTEGER NOT NULL,
    "total" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "delivered" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rate" DOUBLE PRECISION,
    "is_out" BOOLEAN NOT NULL DEFAULT false,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "route_health_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "route_outcomes" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "route_id" UUID NOT NULL,
    "network_id" INTEGER NOT NULL,
    "total" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "route_outcomes_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "route_health_team_id_route_id_network_id_key" ON "route_health"("team_id", "route_id", "network_id");

-- CreateIndex
CREATE INDEX "route_outcomes_team_id_route_id_idx" ON "route_outcomes"("team_id", "route_id");

-- CreateIndex
CREATE INDEX "route_outcomes_at_idx" ON "route_outcomes"("at");

-- AddForeignKey
ALTER TABLE "route_health" ADD CONSTRAINT "route_health_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "route_outcomes" ADD CONSTRAINT "route_outcomes_team_id_route_id_fkey" FOREIGN KEY ("team_id", "route_id") REFERENCES "routes"("team_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

