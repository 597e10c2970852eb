import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Wrong passwords of the last hour, also those for accounts that do not exist. */
export const failedSignIns: readonly MigrationStep[] = [
  `CREATE TABLE failed_sign_ins (id BIGINT PRIMARY KEY, account TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX failed_sign_ins_by_account ON failed_sign_ins (account, at)`,
  `CREATE INDEX failed_sign_ins_by_time ON failed_sign_ins (at)`,
]
