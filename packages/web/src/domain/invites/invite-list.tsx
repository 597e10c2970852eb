import { displayName } from '@guildhall/client/questions'
import type { InviteObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { fullTime, relativeTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { ListState } from '../../ui/list-state.tsx'
import { Row, Rows } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { ChannelSelect } from '../channels/channel-select.tsx'

/** The invites of a guild, or of one channel. */
export function InviteList(props: { guildId: string; channelId?: string; mayCreate: boolean }) {
  const { guildId, channelId, mayCreate } = props
  const client = useClient()
  const saving = useSave()
  const [creating, setCreating] = useState(false)
  const query = useQuery({
    queryKey: ['invites', guildId, channelId],
    queryFn: () =>
      channelId
        ? client.api.call('list_channel_invites', { params: { channel_id: channelId } })
        : client.api.call('list_guild_invites', { params: { guild_id: guildId } }),
    staleTime: 0,
  })

  async function revoke(code: string) {
    if (await saving.run(() => client.api.call('invite_revoke', { params: { code } }))) await query.refetch()
  }

  return (
    <>
      {mayCreate && (
        <p>
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('Create invite')}
          </Button>
        </p>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={query} empty={t('There are no invites. Create one to let people in.')}>
        {(invites) => (
          <Rows>
            {invites.map((invite) => (
              <Row key={invite.code} title={invite.code} detail={<InviteFacts invite={invite} />}>
                <Button
                  size="small"
                  aria-label={t('Copy link of {code}', { code: invite.code })}
                  onClick={() => void navigator.clipboard?.writeText(linkOf(invite))}
                >
                  {t('Copy link')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('Revoke {code}', { code: invite.code })}
                  onClick={() => void revoke(invite.code)}
                >
                  {t('Revoke')}
                </Button>
              </Row>
            ))}
          </Rows>
        )}
      </ListState>
      {creating && (
        <NewInvite
          guildId={guildId}
          channelId={channelId}
          onClose={() => {
            setCreating(false)
            void query.refetch()
          }}
        />
      )}
    </>
  )
}

const linkOf = ({ code }: InviteObject) => `${location.origin}/invite/${code}`

function InviteFacts({ invite }: { invite: InviteObject }) {
  const { channel, inviter, uses, max_uses, expires_at, temporary } = invite
  return (
    <p>
      {channel?.name && `#${channel.name}`}
      {inviter && ` · ${t('by {name}', { name: displayName(inviter) })}`}
      {uses !== undefined && ` · ${usesText(uses, max_uses)}`}
      {' · '}
      {expires_at ? (
        <time dateTime={expires_at} title={fullTime(expires_at)}>
          {t('expires {time}', { time: relativeTime(Date.parse(expires_at)) })}
        </time>
      ) : (
        t('never expires')
      )}
      {temporary && ` · ${t('temporary membership')}`}
    </p>
  )
}

function usesText(uses: number, max: number | undefined): string {
  return max ? t('used {uses} of {max} times', { uses, max }) : t('used {uses} times', { uses })
}

const AGES: readonly (readonly [seconds: number, text: Message])[] = [
  [1_800, msg('30 minutes')],
  [3_600, msg('1 hour')],
  [21_600, msg('6 hours')],
  [43_200, msg('12 hours')],
  [86_400, msg('1 day')],
  [604_800, msg('7 days')],
  [0, msg('Never')],
]
const USES = [0, 1, 5, 10, 25, 50, 100]

function NewInvite(props: { guildId: string; channelId: string | undefined; onClose: () => void }) {
  const { guildId, channelId, onClose } = props
  const client = useClient()
  const saving = useSave()
  const [invite, setInvite] = useState<InviteObject | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const body = {
      max_age: Number(values.get('max_age')),
      max_uses: Number(values.get('max_uses')),
      temporary: values.has('temporary'),
      unique: true,
    }
    const channel = channelId ?? String(values.get('channel'))
    void saving.run(async () =>
      setInvite(await client.api.call('create_channel_invite', { params: { channel_id: channel }, body })),
    )
  }

  if (invite) {
    return (
      <Dialog title={t('Invite created')} onClose={onClose}>
        <CopyField label={t('Invite link')} value={linkOf(invite)} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('Create invite')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        {!channelId && <ChannelSelect guildId={guildId} label={t('Channel')} name="channel" kind="any" required />}
        <SelectField label={t('Expires after')} name="max_age" defaultValue={86_400}>
          {AGES.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('Uses')} name="max_uses" defaultValue={0}>
          {USES.map((uses) => (
            <option key={uses} value={uses}>
              {uses === 0 ? t('No limit') : uses}
            </option>
          ))}
        </SelectField>
        <SwitchField
          label={t('Temporary membership')}
          name="temporary"
          hint={t('Members without a role are removed when they disconnect.')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Create')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
