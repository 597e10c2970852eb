import { displayName } from '@guildhall/client/questions'
import { AUDIT_REASON_MAX, type BanObject, SNOWFLAKE_DIGITS_MAX } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { DELETED_SPANS } from '../../domain/members/deleted-spans.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, SelectField, StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const PAGE = 100

/** Banned users with the reasons. */
export function BansSection({ guildId }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const query = useInfiniteQuery({
    queryKey: ['bans', guildId],
    queryFn: ({ pageParam }) =>
      client.api.call('list_guild_bans', {
        params: { guild_id: guildId },
        query: { limit: PAGE, ...(pageParam ? { after: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.user.id),
    staleTime: 0,
  })
  const bans = { ...query, data: query.data?.pages.flat() }

  async function unban(user: BanObject['user']) {
    if (
      await saving.run(() =>
        client.api.call('unban_user_from_guild', { params: { guild_id: guildId, user_id: user.id } }),
      )
    )
      await query.refetch()
  }

  return (
    <Section title={t('Bans')} description={t('Banned users cannot come back until their ban is lifted.')}>
      <BanById guildId={guildId} onDone={() => void query.refetch()} />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={bans} empty={t('Nobody is banned.')}>
        {(entries) => (
          <Rows>
            {entries.map(({ user, reason }) => (
              <Row
                key={user.id}
                title={`${displayName(user)} (${user.username})`}
                detail={reason ?? t('No reason given')}
              >
                <Button
                  size="small"
                  aria-label={t('Unban {username}', { username: user.username })}
                  onClick={() => void unban(user)}
                >
                  {t('Unban')}
                </Button>
              </Row>
            ))}
          </Rows>
        )}
      </ListState>
      {query.hasNextPage && (
        <p>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </p>
      )}
    </Section>
  )
}

/** Bans a user who is no member, such as one who has left. */
function BanById({ guildId, onDone }: { guildId: string; onDone: () => void }) {
  const client = useClient()
  const saving = useSave()
  const element = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const id = String(values.get('user')).trim()
    const reason = String(values.get('reason'))
    const body = { delete_message_seconds: Number(values.get('span')) }
    void saving
      .run(() =>
        client.api.call('ban_user_from_guild', {
          params: { guild_id: guildId, user_id: id },
          body,
          ...(reason ? { reason } : {}),
        }),
      )
      .then((done) => {
        if (!done) return
        element.current?.reset()
        onDone()
      })
  }

  return (
    <form ref={element} className={form.form} onSubmit={submit}>
      <TextField
        label={t('User ID')}
        name="user"
        required
        pattern="[0-9]+"
        maxLength={SNOWFLAKE_DIGITS_MAX}
        error={saving.error ?? undefined}
      />
      <TextField label={t('Reason')} name="reason" maxLength={AUDIT_REASON_MAX} />
      <SelectField label={t('Messages to delete')} name="span" defaultValue={0}>
        {DELETED_SPANS.map(([seconds, text]) => (
          <option key={seconds} value={seconds}>
            {t(text)}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" look="danger" busy={saving.busy}>
          {t('Ban user')}
        </Button>
        {saving.saved && <StatusText>{t('Banned.')}</StatusText>}
      </div>
    </form>
  )
}
