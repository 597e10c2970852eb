import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { keepFile, removeFiles } from '../../../accounts/files/index.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import type { Expression, ExpressionKind } from '../model.ts'

/** Stores a new expression of a guild with its file, emits it and audits it. */
export async function createExpression<E extends Expression, O extends object>(
  work: Work,
  platform: Platform,
  view: GuildView,
  kind: ExpressionKind<E, O>,
  { expression, bytes }: { expression: E; bytes: Buffer },
): Promise<void> {
  const { id } = expression
  await keepFile(work, platform, kind.fileKey(id), bytes)
  await kind.insert(work, expression)
  await kind.emit(work, view, { kind: 'created', expression })
  const changes = changesBetween({}, kind.present(expression), kind.audited)
  await audit(work, { guildId: view.id, action: kind.actions.created, targetId: id, changes })
}

/** Stores a changed expression, emits it and audits its changes. */
export async function saveExpression<E extends Expression, O extends object>(
  work: Work,
  view: GuildView,
  kind: ExpressionKind<E, O>,
  { before, after }: { before: E; after: E },
): Promise<void> {
  const changes = changesBetween(kind.present(before), kind.present(after), kind.auditedChanges)
  if (changes.length === 0 && !kind.savesUnchanged) return
  await kind.update(work, after)
  await kind.emit(work, view, { kind: 'changed', expression: after })
  if (changes.length === 0) return
  await audit(work, { guildId: view.id, action: kind.actions.changed, targetId: after.id, changes })
}

/** Deletes an expression, emits and audits it. Its file stays while messages show it. */
export async function deleteExpression<E extends Expression, O extends object>(
  work: Work,
  view: GuildView,
  kind: ExpressionKind<E, O>,
  expression: E,
): Promise<void> {
  const { id } = expression
  await kind.delete(work, id)
  await removeFiles(work, [kind.fileKey(id)])
  await kind.emit(work, view, { kind: 'deleted', expression })
  const changes = changesBetween(kind.present(expression), {}, kind.audited)
  await audit(work, { guildId: view.id, action: kind.actions.deleted, targetId: id, changes })
}
