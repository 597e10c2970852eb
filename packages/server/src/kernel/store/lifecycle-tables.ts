import type { Instant, Snowflake } from '@guildhall/protocol'

/** Work that an operator started, and can follow until a month after its end. */
export interface OperatorJobTable {
  id: Snowflake
  kind: 'delete' | 'export' | 'remove_messages' | 'backup'
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Things that are done; `total` is null while their number is not known. */
  done: number
  total: number | null
  error: string | null
  /** JSON, of a finished job. */
  result: string | null
  created_at: Instant
  ended_at: Instant | null
}

/** Deletion of an account that waits for its time, or was done. The name of the person is in no row then. */
export interface AccountDeletionTable {
  user_id: Snowflake
  state: 'deleting' | 'deleted'
  /** Whether the person's messages stay. */
  messages: 'keep' | 'delete'
  job_id: Snowflake
  requested_at: Instant
  due_at: Instant
}

/** A package of a person's data. */
export interface HarvestTable {
  id: Snowflake
  user_id: Snowflake
  /** HarvestStatus of the protocol: 0 queued, 1 running, 2 failed, 3 completed. */
  status: number
  job_id: Snowflake
  /** 1 if an operator asked for it. */
  by_operator: number
  created_at: Instant
  updated_at: Instant
  completed_at: Instant | null
}

/** Tables about the life of accounts, and about what is kept. */
export interface LifecycleTables {
  operator_jobs: OperatorJobTable
  account_deletions: AccountDeletionTable
  harvests: HarvestTable
  /** Days for which a guild keeps messages. */
  guild_retentions: { guild_id: Snowflake; messages_days: number }
  /** Bytes of rows and files, by day since 1970. */
  size_samples: { day: number; bytes: bigint }
}
