-- CreateTable
CREATE TABLE "suppressed_numbers" (
    "team_id" UUID NOT NULL,
    "number" BIGINT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppressed_numbers_pkey" PRIMARY KEY ("team_id","number")
);

-- AddForeignKey
ALTER TABLE "suppressed_numbers" ADD CONSTRAINT "suppressed_numbers_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE CASCADE ON UPDATE CASCADE;
