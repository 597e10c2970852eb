import { WEBHOOK_NAME_MAX, type WebhookObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { ChannelSelect } from '../channels/channel-select.tsx'

const INCOMING = 1
const FOLLOWER = 2

/** The webhooks of a guild, or of one channel. */
export function WebhookList({ guildId, channelId }: { guildId: string; channelId?: string }) {
  const client = useClient()
  const [edited, setEdited] = useState<WebhookObject | 'new' | null>(null)
  const [deleted, setDeleted] = useState<WebhookObject | null>(null)
  const query = useQuery({
    queryKey: ['webhooks', guildId, channelId],
    queryFn: () =>
      channelId
        ? client.api.call('list_channel_webhooks', { params: { channel_id: channelId } })
        : client.api.call('get_guild_webhooks', { params: { guild_id: guildId } }),
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
          {t('Create webhook')}
        </Button>
      </p>
      <ListState query={query} empty={t('There are no webhooks. Create one to post messages by its address.')}>
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

/** Returns who made a webhook, or which channel it follows. */
function kindOf({ type, source_channel, source_guild, user }: WebhookObject): string {
  if (type === FOLLOWER) {
    const channel = source_channel?.name ?? '?'
    return source_guild
      ? t('follows #{channel} of {guild}', { channel, guild: source_guild.name })
      : t('follows #{channel} of another guild', { channel })
  }
  if (type !== INCOMING) return t('webhook|of an app')
  return user ? t('webhook|by {name}', { name: user.username }) : t('webhook|by an app')
}

function WebhookRow(props: {
  webhook: WebhookObject
  onEdit: (webhook: WebhookObject) => void
  onDelete: (webhook: WebhookObject) => void
}) {
  const { webhook, onEdit, onDelete } = props
  const name = webhook.name ?? t('Webhook')
  const channel = useClientState(({ channels }) => channels.get(webhook.channel_id ?? '')?.name)
  const address = addressOf(webhook)
  return (
    <Row
      picture={<Avatar user={{ id: webhook.id, avatar: webhook.avatar, username: name }} size={32} />}
      title={name}
      detail={`#${channel ?? t('channel|unknown')} · ${kindOf(webhook)}`}
    >
      {address && (
        <Button
          size="small"
          aria-label={t('Copy address of {name}', { name })}
          onClick={() => void navigator.clipboard?.writeText(address)}
        >
          {t('Copy address')}
        </Button>
      )}
      <Button size="small" aria-label={t('Edit {name}', { name })} onClick={() => onEdit(webhook)}>
        {t('Edit')}
      </Button>
      <Button size="small" aria-label={t('Delete {name}', { name })} onClick={() => onDelete(webhook)}>
        {t('Delete')}
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
  const changes = useChanges<{ name: string; channel_id: string; avatar: ImageChange }>(
    { name: webhook?.name ?? '', channel_id: webhook?.channel_id ?? channelId ?? '', avatar: undefined },
    { isNew: !webhook },
  )
  const address = webhook && addressOf(webhook)

  const submit = changes.onSubmit(
    saving,
    (changed) => {
      const { channel_id, name, avatar = null } = changes.values
      return webhook
        ? client.api.call('update_webhook', { params: { webhook_id: webhook.id }, body: changed })
        : client.api.call('create_webhook', { params: { channel_id }, body: { name, avatar } })
    },
    onDone,
  )

  return (
    <Dialog
      title={webhook ? t('Edit {name}', { name: webhook.name ?? '' }) : t('Create webhook')}
      onClose={onClose}
      holdsText
    >
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          {...changes.text('name')}
          required
          maxLength={WEBHOOK_NAME_MAX}
          autoFocus
          error={saving.errorOf('name')}
        />
        {(webhook || !channelId) && (
          <ChannelSelect
            guildId={guildId}
            label={t('Channel')}
            {...changes.text('channel_id')}
            kind="any"
            required
            error={saving.errorOf('channel_id')}
          />
        )}
        <ImageField
          label={t('Avatar')}
          current={
            webhook && (
              <Avatar user={{ id: webhook.id, avatar: webhook.avatar, username: webhook.name ?? '' }} size={80} />
            )
          }
          removable={webhook?.avatar != null}
          value={changes.values.avatar}
          onChange={(avatar) => changes.set({ avatar })}
          error={saving.errorOf('avatar')}
        />
        {address && (
          <CopyField label={t('Address')} value={address} hint={t('Anyone who has it can post to the channel.')} />
        )}
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons
          action={webhook ? t('Save') : t('Create')}
          busy={saving.busy}
          onCancel={onClose}
          changes={changes}
        />
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
      title={t('Delete {name}?', { name: webhook.name ?? '' })}
      description={saving.error ?? t('Its address stops working. Messages that it has posted stay.')}
      action={t('Delete')}
      danger
      busy={saving.busy}
      onConfirm={() =>
        void saving
          .run(() => client.api.call('delete_webhook', { params: { webhook_id: webhook.id } }))
          .then((ok) => ok && onDone())
      }
      onClose={onClose}
    />
  )
}
