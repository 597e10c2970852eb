import { displayName } from '@guildhall/client/questions'
import type { GuildState } from '@guildhall/client/records'
import type { AuditLogObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Entity } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useGuild } from '../../domain/guilds/use-actor.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Section } from '../../ui/sections.tsx'
import styles from './audit.module.css'
import { AuditEntry } from './audit-entry.tsx'
import { type AuditNames, auditActions } from './audit-words.ts'

const PAGE = 50

/** Changes in a guild, newest first. */
export function AuditSection({ guildId }: SectionProps) {
  const guild = useGuild(guildId)
  const [action, setAction] = useState('')
  const [user, setUser] = useState<readonly Entity[]>([])
  const actions = useMemo(auditActions, [])
  const log = useAuditLog(guildId, action, user[0]?.value)
  const names = useNames(guild, log.data?.pages)
  const entries = log.data?.pages.flatMap(({ audit_log_entries }) => audit_log_entries)
  return (
    <Section
      title={t('Audit log')}
      description={t('Changes in the guild: their authors, their reasons, and the values before and after.')}
    >
      <div className={styles.filters}>
        <Field label={t('Member')}>
          {({ id }) => (
            <EntityBox
              id={id}
              kind="user"
              place={{ channelId: '', guildId }}
              placeholder={t('Anyone')}
              min={0}
              chosen={user}
              onChange={setUser}
            />
          )}
        </Field>
        <SelectField label={t('Action')} value={action} onChange={({ target }) => setAction(target.value)}>
          <option value="">{t('Any action')}</option>
          {actions.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <ListState query={{ ...log, data: entries }} empty={t('Nothing matches. Changes to the guild are listed here.')}>
        {(shown) => (
          <ol className={styles.list} aria-label={t('Entries')}>
            {shown.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} names={names} />
            ))}
          </ol>
        )}
      </ListState>
      {log.hasNextPage && (
        <p>
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t('Show older entries')}
          </Button>
        </p>
      )}
    </Section>
  )
}

function useAuditLog(guildId: string, action: string, userId: string | undefined) {
  const client = useClient()
  return useInfiniteQuery({
    queryKey: ['audit-log', guildId, action, userId],
    queryFn: ({ pageParam }) =>
      client.api.call('list_guild_audit_log_entries', {
        params: { guild_id: guildId },
        query: {
          limit: PAGE,
          ...(action ? { action_type: Number(action) } : {}),
          ...(userId ? { user_id: userId } : {}),
          ...(pageParam ? { before: pageParam } : {}),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ audit_log_entries: entries }) => (entries.length < PAGE ? undefined : entries.at(-1)?.id),
    staleTime: 0,
  })
}

function useNames(guild: GuildState | undefined, pages: readonly AuditLogObject[] | undefined): AuditNames {
  const client = useClient()
  return useMemo(() => {
    const users = new Map(pages?.flatMap(({ users }) => users.map((user) => [user.id, displayName(user)])))
    const others = new Map(
      pages?.flatMap(
        ({ guild_scheduled_events, auto_moderation_rules, application_commands, webhooks, integrations }) =>
          [
            ...guild_scheduled_events,
            ...auto_moderation_rules,
            ...application_commands,
            ...webhooks,
            ...integrations,
          ].map(({ id, name }) => [id, name ?? undefined]),
      ),
    )
    return {
      user: (id) => users.get(id) ?? client.state.users.get(id)?.username,
      role: (id) => guild?.roles.get(id)?.name,
      channel: (id) => client.state.channels.get(id)?.name ?? undefined,
      other: (id) => others.get(id) ?? guild?.emojis.get(id)?.name ?? guild?.stickers.get(id)?.name,
    }
  }, [client, guild, pages])
}
