import { NICKNAME_MAX, RelationshipType } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
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
  const run = (request: () => Promise<unknown>) => void saving.run(request)
  const put = (body: object) => run(() => client.api.call('put_relationship', { params: { user_id: userId }, body }))
  const remove = () => run(() => client.api.call('delete_relationship', { params: { user_id: userId } }))
  const ignored = relationship?.user_ignored ?? false
  return (
    <>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {naming && <Nickname userId={userId} current={relationship?.nickname ?? ''} onDone={() => setNaming(false)} />}
      <DialogActions>
        {!bot && type === RelationshipType.NONE && <Button onClick={() => put({})}>{t('Add friend')}</Button>}
        {type === RelationshipType.INCOMING_REQUEST && (
          <Button onClick={() => put({})}>{t('Accept friend request')}</Button>
        )}
        {type === RelationshipType.OUTGOING_REQUEST && <Button onClick={remove}>{t('Cancel friend request')}</Button>}
        {type === RelationshipType.FRIEND && (
          <>
            <Button onClick={() => setNaming(true)}>{t('Nickname')}</Button>
            <Button onClick={remove}>{t('Remove friend')}</Button>
          </>
        )}
        {!bot && type !== RelationshipType.BLOCKED && (
          <Button
            onClick={() =>
              run(() =>
                ignored
                  ? client.api.call('unignore_user', { params: { user_id: userId } })
                  : client.api.call('ignore_user', { params: { user_id: userId } }),
              )
            }
          >
            {ignored ? t('Stop ignoring') : t('Ignore')}
          </Button>
        )}
        {!bot &&
          (type === RelationshipType.BLOCKED ? (
            <Button onClick={remove}>{t('Unblock')}</Button>
          ) : (
            <Button onClick={() => put({ type: RelationshipType.BLOCKED })}>{t('Block')}</Button>
          ))}
        <Button look="primary" busy={saving.busy} onClick={() => run(message)}>
          {t('Message')}
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
    const channel = await client.api.call('create_dm', { body: { recipient_id: userId } })
    client.apply('CHANNEL_CREATE', channel)
    closeProfile()
    await navigate({ to: '/channels/$guildId/$channelId', params: { guildId: DIRECT, channelId: channel.id } })
  }
}

function Nickname({ userId, current, onDone }: { userId: string; current: string; onDone: () => void }) {
  const client = useClient()
  const saving = useSave()
  const changes = useChanges({ nickname: current })
  const submit = changes.onSubmit(
    saving,
    () => {
      const nickname = changes.values.nickname.trim() || null
      return client.api.call('update_relationship', { params: { user_id: userId }, body: { nickname } })
    },
    onDone,
  )
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Nickname')}
        {...changes.text('nickname')}
        hint={t('Only you see it. Leave it empty to remove it.')}
        maxLength={NICKNAME_MAX}
        autoFocus
        autoComplete="off"
        error={saving.error ?? undefined}
      />
      <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onDone} changes={changes} />
    </form>
  )
}
