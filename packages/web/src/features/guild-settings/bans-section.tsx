import type { BanObject } from '@guildhall/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { DELETED_SPANS } from '../../domain/members/deleted-spans.ts'
import { useClient } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
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
  const path = `/guilds/${guildId}/bans`
  const query = useInfiniteQuery({
    queryKey: ['bans', guildId],
    queryFn: ({ pageParam }) =>
      client.api.get<BanObject[]>(path, { query: { limit: PAGE, ...(pageParam ? { after: pageParam } : {}) } }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.user.id),
    staleTime: 0,
  })
  const bans = { ...query, data: query.data?.pages.flat() }

  async function unban(user: BanObject['user']) {
    if (await saving.run(() => client.api.delete(`${path}/${user.id}`))) await query.refetch()
  }

  return (
    <Section title="Bans" description="Banned users cannot come back until their ban is lifted.">
      <BanById path={path} onDone={() => void query.refetch()} />
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={bans} empty="Nobody is banned.">
        {(entries) => (
          <Rows>
            {entries.map(({ user, reason }) => (
              <Row key={user.id} title={`${displayName(user)} (${user.username})`} detail={reason ?? 'No reason given'}>
                <Button size="small" aria-label={`Unban ${user.username}`} onClick={() => void unban(user)}>
                  Unban
                </Button>
              </Row>
            ))}
          </Rows>
        )}
      </ListState>
      {query.hasNextPage && (
        <p>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </Section>
  )
}

/** Bans a user who is no member, such as one who has left. */
function BanById({ path, onDone }: { path: string; onDone: () => void }) {
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
      .run(() => client.api.put(`${path}/${encodeURIComponent(id)}`, body, reason ? { reason } : {}))
      .then((done) => {
        if (!done) return
        element.current?.reset()
        onDone()
      })
  }

  return (
    <form ref={element} className={form.form} onSubmit={submit}>
      <TextField
        label="User ID"
        name="user"
        required
        pattern="[0-9]+"
        maxLength={20}
        error={saving.error ?? undefined}
      />
      <TextField label="Reason" name="reason" maxLength={512} />
      <SelectField label="Messages to delete" name="span" defaultValue={0}>
        {DELETED_SPANS.map(([seconds, text]) => (
          <option key={seconds} value={seconds}>
            {text}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" look="danger" busy={saving.busy}>
          Ban user
        </Button>
        {saving.saved && <StatusText>Banned.</StatusText>}
      </div>
    </form>
  )
}
