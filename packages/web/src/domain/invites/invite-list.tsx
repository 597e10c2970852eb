import type { InviteObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
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
  const path = channelId ? `/channels/${channelId}/invites` : `/guilds/${guildId}/invites`
  const query = useQuery({
    queryKey: ['invites', path],
    queryFn: () => client.api.get<InviteObject[]>(path),
    staleTime: 0,
  })

  async function revoke(code: string) {
    if (await saving.run(() => client.api.delete(`/invites/${code}`))) await query.refetch()
  }

  return (
    <>
      {mayCreate && (
        <p>
          <Button look="primary" onClick={() => setCreating(true)}>
            Create invite
          </Button>
        </p>
      )}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <ListState query={query} empty="There are no invites. Create one to let people in.">
        {(invites) => (
          <Rows>
            {invites.map((invite) => (
              <Row key={invite.code} title={invite.code} detail={<InviteFacts invite={invite} />}>
                <Button
                  size="small"
                  aria-label={`Copy link of ${invite.code}`}
                  onClick={() => void navigator.clipboard?.writeText(linkOf(invite))}
                >
                  Copy link
                </Button>
                <Button size="small" aria-label={`Revoke ${invite.code}`} onClick={() => void revoke(invite.code)}>
                  Revoke
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
      {inviter && ` · by ${displayName(inviter)}`}
      {uses !== undefined && ` · used ${uses}${max_uses ? ` of ${max_uses}` : ''} times`}
      {' · '}
      {expires_at ? (
        <time dateTime={expires_at} title={fullTime(expires_at)}>
          expires {relativeTime(Date.parse(expires_at))}
        </time>
      ) : (
        'never expires'
      )}
      {temporary && ' · temporary membership'}
    </p>
  )
}

const AGES: readonly (readonly [seconds: number, text: string])[] = [
  [1_800, '30 minutes'],
  [3_600, '1 hour'],
  [21_600, '6 hours'],
  [43_200, '12 hours'],
  [86_400, '1 day'],
  [604_800, '7 days'],
  [0, 'Never'],
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
    void saving.run(async () => setInvite(await client.api.post<InviteObject>(`/channels/${channel}/invites`, body)))
  }

  if (invite) {
    return (
      <Dialog title="Invite created" onClose={onClose}>
        <CopyField label="Invite link" value={linkOf(invite)} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title="Create invite" onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        {!channelId && (
          <ChannelSelect guildId={guildId} label="Channel" name="channel" kind="any" chosen={null} required />
        )}
        <SelectField label="Expires after" name="max_age" defaultValue={86_400}>
          {AGES.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField label="Uses" name="max_uses" defaultValue={0}>
          {USES.map((uses) => (
            <option key={uses} value={uses}>
              {uses === 0 ? 'No limit' : uses}
            </option>
          ))}
        </SelectField>
        <SwitchField
          label="Temporary membership"
          name="temporary"
          hint="Members without a role are removed when they disconnect."
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action="Create" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
