import type { ErrorName, Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'

/** Fields that emojis, stickers and sounds of a guild have in common. */
export interface Expression {
  readonly id: Snowflake
  /** Creator; null if unknown. */
  readonly user_id: Snowflake | null
}

/** Change of one expression of a guild. */
export interface ExpressionChange<E extends Expression> {
  readonly kind: 'created' | 'changed' | 'deleted'
  /** As it is after the change, or as it was before its deletion. */
  readonly expression: E
}

/** Differences between emojis, stickers and sounds: rows, file, event and audited fields. */
export interface ExpressionKind<E extends Expression, O extends object> {
  /** Error for an id that the guild does not have. */
  readonly unknown: ErrorName
  /** AuditLogAction of each change. */
  readonly actions: Readonly<Record<ExpressionChange<E>['kind'], number>>
  /** Fields that the audit log records of a created or deleted expression. */
  readonly audited: readonly (keyof O & string)[]
  readonly auditedChanges: readonly (keyof O & string)[]
  /** Whether a request that changes no audited field is written and emitted too. */
  readonly savesUnchanged: boolean
  of(view: GuildView): ReadonlyMap<Snowflake, E>
  fileKey(id: Snowflake): string
  present(expression: E, creator?: User): O
  insert(work: Work, expression: E): Promise<unknown>
  update(work: Work, expression: E): Promise<void>
  delete(work: Work, id: Snowflake): Promise<void>
  emit(work: Work, view: GuildView, change: ExpressionChange<E>): Promise<void> | void
}

/** Returns all expressions of one kind after a change, in their order. */
export function expressionsAfter<E extends Expression>(
  before: ReadonlyMap<Snowflake, E>,
  { kind, expression }: ExpressionChange<E>,
): E[] {
  const all = [...before.values()]
  if (kind === 'created') return [...all, expression]
  if (kind === 'deleted') return all.filter(({ id }) => id !== expression.id)
  return all.map((one) => (one.id === expression.id ? expression : one))
}
