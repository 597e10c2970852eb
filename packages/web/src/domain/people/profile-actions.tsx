import { type ChannelObject, NICKNAME_MAX, RelationshipType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useSave } from '../../ui/use-save.ts'
import { DIRECT } from '../places/places.ts'
import { closeProfile } from './open-profile.ts'

/** Buttons to write to a user, and to befriend, name, ignore or block them. */
export function ProfileActions({ userId, bot }: { userId: string; bot: boolean }) {
  const client = useClient()
  const saving = useSave()
  const [naming, setNaming] = useState(false)
  const message = useMessage(userId)
  const relationship = useClientState(({ relationships }) => relationships.get(userId))
  const type = relationship?.type ?? RelationshipType.NONE
  const path = `/users/@me/relationships/${userId}`
  const run = (request: () => Promise<unknown>) => void saving.run(request)
  const put = (body: object) => run(() => client.api.put(path, body))
  const remove = () => run(() => client.api.delete(path))
  const ignored = relationship?.user_ignored ?? false
  return (
    <>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {naming && <Nickname path={path} current={relationship?.nickname ?? ''} onDone={() => setNaming(false)} />}
      <DialogActions>
        {!bot && type === RelationshipType.NONE && <Button onClick={() => put({})}>Add friend</Button>}
        {type === RelationshipType.INCOMING_REQUEST && <Button onClick={() => put({})}>Accept friend request</Button>}
        {type === RelationshipType.OUTGOING_REQUEST && <Button onClick={remove}>Cancel friend request</Button>}
        {type === RelationshipType.FRIEND && (
          <>
            <Button onClick={() => setNaming(true)}>Nickname</Button>
            <Button onClick={remove}>Remove friend</Button>
          </>
        )}
        {!bot && type !== RelationshipType.BLOCKED && (
          <Button
            onClick={() =>
              run(() => (ignored ? client.api.delete(`${path}/ignore`) : client.api.put(`${path}/ignore`, {})))
            }
          >
            {ignored ? 'Stop ignoring' : 'Ignore'}
          </Button>
        )}
        {!bot &&
          (type === RelationshipType.BLOCKED ? (
            <Button onClick={remove}>Unblock</Button>
          ) : (
            <Button onClick={() => put({ type: RelationshipType.BLOCKED })}>Block</Button>
          ))}
        <Button look="primary" busy={saving.busy} onClick={() => run(message)}>
          Message
        </Button>
      </DialogActions>
    </>
  )
}

/** Returns a function that opens the direct message with a user. */
export function useMessage(userId: string): () => Promise<void> {
  const client = useClient()
  const navigate = useNavigate()
  return async () => {
    const channel = await client.api.post<ChannelObject>('/users/@me/channels', { recipient_id: userId })
    client.apply('CHANNEL_CREATE', channel)
    closeProfile()
    await navigate({ to: '/channels/$guildId/$channelId', params: { guildId: DIRECT, channelId: channel.id } })
  }
}

function Nickname({ path, current, onDone }: { path: string; current: string; onDone: () => void }) {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const nickname = String(new FormData(event.currentTarget).get('nickname')).trim() || null
    void saving.run(() => client.api.patch(path, { nickname })).then((done) => done && onDone())
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label="Nickname"
        name="nickname"
        hint="Only you see it. Leave it empty to remove it."
        defaultValue={current}
        maxLength={NICKNAME_MAX}
        autoFocus
        autoComplete="off"
        error={saving.error ?? undefined}
      />
      <DialogButtons action="Save" busy={saving.busy} onCancel={onDone} />
    </form>
  )
}
