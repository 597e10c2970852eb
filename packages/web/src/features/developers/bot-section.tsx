import { ApplicationFlag } from '@guildhall/protocol'
import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CopyField } from './copy-field.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

const INTENTS = [
  {
    label: 'Server members intent',
    full: ApplicationFlag.GATEWAY_GUILD_MEMBERS,
    limited: ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED,
  },
  {
    label: 'Presence intent',
    full: ApplicationFlag.GATEWAY_PRESENCE,
    limited: ApplicationFlag.GATEWAY_PRESENCE_LIMITED,
  },
  {
    label: 'Message content intent',
    full: ApplicationFlag.GATEWAY_MESSAGE_CONTENT,
    limited: ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED,
  },
]

/** The bot of an application: its token, who may add it, and its privileged intents. */
export function BotSection({ application }: SectionProps) {
  return (
    <>
      <TokenPart application={application} />
      <IntentsPart application={application} />
    </>
  )
}

function TokenPart({ application }: SectionProps) {
  const client = useClient()
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const [token, setToken] = useState<string | null>(null)

  async function reset() {
    const done = await saving.run(async () => {
      const response = await client.api.post<{ token: string }>(`/applications/${application.id}/bot/reset`)
      setToken(response.token)
    })
    if (done) setAsking(false)
  }

  return (
    <Section title="Bot" description="The token logs the bot in. It is shown once, after a reset.">
      {token && <CopyField label="Token" value={token} hint="Keep it secret. Whoever has it is the bot." />}
      <div>
        <Button onClick={() => setAsking(true)}>Reset token</Button>
      </div>
      <SwitchField
        label="Public bot"
        hint="Others than you may add the bot to their guilds"
        checked={application.bot_public ?? true}
        onChange={({ target }) => void saving.run(() => edit({ bot_public: target.checked }))}
      />
      {saving.saved && !token && <StatusText>Saved.</StatusText>}
      {saving.error && !asking && <ErrorText>{saving.error}</ErrorText>}
      {asking && (
        <ConfirmDialog
          title="Reset the bot token?"
          description={saving.error ?? 'The former token ends at once, and the bot is disconnected.'}
          action="Reset token"
          danger
          busy={saving.busy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function IntentsPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const flags = BigInt(application.flags_new ?? application.flags ?? 0)

  function change(limited: bigint, on: boolean) {
    const next = on ? flags | limited : flags & ~limited
    void saving.run(() => edit({ flags: Number(next & 0x7fffffffn) }))
  }

  return (
    <Section
      title="Privileged intents"
      description="A bot with fewer than 10,000 users may switch them on. From 10,000 users it needs an approval by the operator."
    >
      <div className={form.form}>
        {INTENTS.map(({ label, full, limited }) => (
          <SwitchField
            key={label}
            label={label}
            hint={flags & full ? 'Approved by the operator' : undefined}
            checked={(flags & (full | limited)) !== 0n}
            disabled={saving.busy || (flags & full) !== 0n}
            onChange={({ target }) => change(limited, target.checked)}
          />
        ))}
        <SwitchField
          label="Obfuscate hidden channels"
          hint="The bot receives channels that it cannot view, without their names"
          checked={application.channel_obfuscation_opt_in ?? false}
          onChange={({ target }) => void saving.run(() => edit({ channel_obfuscation_opt_in: target.checked }))}
        />
      </div>
      {saving.saved && <StatusText>Saved.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
