import type { MigrationStep } from '../kernel/store/migrate.ts'
import { initial } from './0001-initial.ts'
import { crossposts } from './0002-crossposts.ts'
import { sessionUses } from './0003-session-uses.ts'
import { fileUses } from './0004-file-uses.ts'

/** Migrations, numbered by position from 1. Never reorder or change a released one; add another. */
export const migrations: readonly (readonly MigrationStep[])[] = [initial, crossposts, sessionUses, fileUses]
