import type { WebhookObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ChannelSelect } from '../channels/channel-select.tsx'

const INCOMING = 1
const FOLLOWER = 2

/** The webhooks of a guild, or of one channel. */
export function WebhookList({ guildId, channelId }: { guildId: string; channelId?: string }) {
  const client = useClient()
  const [edited, setEdited] = useState<WebhookObject | 'new' | null>(null)
  const [deleted, setDeleted] = useState<WebhookObject | null>(null)
  const path = channelId ? `/channels/${channelId}/webhooks` : `/guilds/${guildId}/webhooks`
  const query = useQuery({
    queryKey: ['webhooks', path],
    queryFn: () => client.api.get<WebhookObject[]>(path),
    staleTime: 0,
  })
  const done = () => {
    setEdited(null)
    setDeleted(null)
    void query.refetch()
  }
  return (
    <>
      <p>
        <Button look="primary" onClick={() => setEdited('new')}>
          Create webhook
        </Button>
      </p>
      <ListState query={query} empty="There are no webhooks. Create one to post messages by its address.">
        {(webhooks) => (
          <Rows>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} onEdit={setEdited} onDelete={setDeleted} />
            ))}
          </Rows>
        )}
      </ListState>
      {edited && (
        <WebhookForm
          guildId={guildId}
          channelId={channelId}
          webhook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onDone={done}
        />
      )}
      {deleted && <DeleteWebhook webhook={deleted} onClose={() => setDeleted(null)} onDone={done} />}
    </>
  )
}

function addressOf({ id, token, url }: WebhookObject): string | null {
  if (url) return url
  return token ? `${location.origin}/api/webhooks/${id}/${token}` : null
}

function WebhookRow(props: {
  webhook: WebhookObject
  onEdit: (webhook: WebhookObject) => void
  onDelete: (webhook: WebhookObject) => void
}) {
  const { webhook, onEdit, onDelete } = props
  const name = webhook.name ?? 'Webhook'
  const channel = useClientState(({ channels }) => channels.get(webhook.channel_id ?? '')?.name)
  const address = addressOf(webhook)
  const kind =
    webhook.type === FOLLOWER
      ? `follows #${webhook.source_channel?.name ?? '?'} of ${webhook.source_guild?.name ?? 'another guild'}`
      : webhook.type === INCOMING
        ? `by ${webhook.user?.username ?? 'an app'}`
        : 'of an app'
  return (
    <Row
      picture={<Avatar user={{ id: webhook.id, avatar: webhook.avatar, username: name }} size={32} />}
      title={name}
      detail={`#${channel ?? 'unknown'} · ${kind}`}
    >
      {address && (
        <Button
          size="small"
          aria-label={`Copy address of ${name}`}
          onClick={() => void navigator.clipboard?.writeText(address)}
        >
          Copy address
        </Button>
      )}
      <Button size="small" aria-label={`Edit ${name}`} onClick={() => onEdit(webhook)}>
        Edit
      </Button>
      <Button size="small" aria-label={`Delete ${name}`} onClick={() => onDelete(webhook)}>
        Delete
      </Button>
    </Row>
  )
}

function WebhookForm(props: {
  guildId: string
  channelId: string | undefined
  webhook: WebhookObject | null
  onClose: () => void
  onDone: () => void
}) {
  const { guildId, channelId, webhook, onClose, onDone } = props
  const client = useClient()
  const saving = useSave()
  const [avatar, setAvatar] = useState<ImageChange>(undefined)
  const address = webhook && addressOf(webhook)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const channel = String(values.get('channel') ?? channelId)
    const body = { name: String(values.get('name')), ...(avatar === undefined ? {} : { avatar }) }
    void saving
      .run(() =>
        webhook
          ? client.api.patch(`/webhooks/${webhook.id}`, { ...body, channel_id: channel })
          : client.api.post(`/channels/${channel}/webhooks`, body),
      )
      .then((saved) => saved && onDone())
  }

  return (
    <Dialog title={webhook ? `Edit ${webhook.name}` : 'Create webhook'} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          defaultValue={webhook?.name ?? ''}
          required
          maxLength={80}
          autoFocus
          error={saving.errorOf('name')}
        />
        {(webhook || !channelId) && (
          <ChannelSelect
            guildId={guildId}
            label="Channel"
            name="channel"
            kind="any"
            chosen={webhook?.channel_id ?? null}
            required
            error={saving.errorOf('channel_id')}
          />
        )}
        <ImageField
          label="Avatar"
          current={
            webhook && (
              <Avatar user={{ id: webhook.id, avatar: webhook.avatar, username: webhook.name ?? '' }} size={80} />
            )
          }
          removable={webhook?.avatar != null}
          value={avatar}
          onChange={setAvatar}
          error={saving.errorOf('avatar')}
        />
        {address && <CopyField label="Address" value={address} hint="Anyone who has it can post to the channel." />}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={webhook ? 'Save' : 'Create'} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function DeleteWebhook(props: { webhook: WebhookObject; onClose: () => void; onDone: () => void }) {
  const { webhook, onClose, onDone } = props
  const client = useClient()
  const saving = useSave()
  return (
    <ConfirmDialog
      title={`Delete ${webhook.name}?`}
      description={saving.error ?? 'Its address stops working. Messages that it has posted stay.'}
      action="Delete"
      danger
      busy={saving.busy}
      onConfirm={() => void saving.run(() => client.api.delete(`/webhooks/${webhook.id}`)).then((ok) => ok && onDone())}
      onClose={onClose}
    />
  )
}
