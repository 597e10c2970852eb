import type { GuildObject } from '@guildhall/protocol'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Entity } from '../../domain/entities/entities.ts'
import { EntityBox } from '../../domain/entities/entity-box.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, Field } from '../../ui/field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** Leaving for members; deleting and transferring for the owner. */
export function GuildDanger({ guild }: { guild: GuildObject }) {
  const client = useClient()
  const navigate = useNavigate()
  const saving = useSave()
  const owner = useClientState(({ self }) => self?.id === guild.owner_id)
  const [open, setOpen] = useState<'leave' | 'delete' | 'transfer' | null>(null)
  const close = () => setOpen(null)

  async function end(path: string) {
    if (await saving.run(() => client.api.delete(path)))
      await navigate({ to: '/channels/$guildId', params: { guildId: '@me' } })
  }

  return (
    <Section title="Ownership">
      <Rows>
        {owner ? (
          <>
            <Row title="Transfer ownership" detail="Another member becomes the owner. You keep your roles.">
              <Button onClick={() => setOpen('transfer')}>Transfer ownership</Button>
            </Row>
            <Row title="Delete guild" detail="Deletes all channels and messages. There is no way back.">
              <Button look="danger" onClick={() => setOpen('delete')}>
                Delete guild
              </Button>
            </Row>
          </>
        ) : (
          <Row title="Leave guild" detail="You need another invite to come back.">
            <Button look="danger" onClick={() => setOpen('leave')}>
              Leave guild
            </Button>
          </Row>
        )}
      </Rows>
      {open === 'delete' && (
        <ConfirmDialog
          title={`Delete ${guild.name}?`}
          description={saving.error ?? 'All channels, messages and settings of the guild are deleted.'}
          action="Delete guild"
          danger
          busy={saving.busy}
          onConfirm={() => void end(`/guilds/${guild.id}`)}
          onClose={close}
        />
      )}
      {open === 'leave' && (
        <ConfirmDialog
          title={`Leave ${guild.name}?`}
          description={saving.error ?? 'You need another invite to come back.'}
          action="Leave guild"
          danger
          busy={saving.busy}
          onConfirm={() => void end(`/users/@me/guilds/${guild.id}`)}
          onClose={close}
        />
      )}
      {open === 'transfer' && <Transfer guild={guild} onClose={close} />}
    </Section>
  )
}

function Transfer({ guild, onClose }: { guild: GuildObject; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [chosen, setChosen] = useState<readonly Entity[]>([])
  const [user] = chosen
  async function transfer() {
    const body = { owner_id: user?.value }
    const done = await saving.run(async () =>
      client.apply('GUILD_UPDATE', await client.api.patch(`/guilds/${guild.id}`, body)),
    )
    if (done) onClose()
  }
  return (
    <Dialog title={`Transfer ${guild.name}`} onClose={onClose} holdsText>
      <Field label="New owner" error={saving.errorOf('owner_id')}>
        {({ id }) => (
          <EntityBox
            id={id}
            kind="user"
            place={{ channelId: '', guildId: guild.id }}
            placeholder="Search members"
            chosen={chosen}
            onChange={setChosen}
          />
        )}
      </Field>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      <DialogButtons
        action={user ? `Transfer to ${user.label}` : 'Transfer'}
        danger
        busy={saving.busy}
        disabled={!user}
        onAction={() => void transfer()}
        onCancel={onClose}
      />
    </Dialog>
  )
}
