import type { MigrationStep } from '../kernel/store/migrate.ts'
import { initial } from './0001-initial.ts'
import { crossposts } from './0002-crossposts.ts'
import { sessionUses } from './0003-session-uses.ts'
import { fileUses } from './0004-file-uses.ts'

/** Numbered by place, from 1: never reorder or change one that has been released, add another. */
export const migrations: readonly (readonly MigrationStep[])[] = [initial, crossposts, sessionUses, fileUses]
