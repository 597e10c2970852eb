import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { IntentsPart } from './intents-part.tsx'
import { useEditApplication } from './queries.ts'
import { useReview } from './review.ts'
import type { SectionProps } from './section-props.ts'

/** The bot of an application: its token, the people who can add it, its privileged intents and hidden channels. */
export function BotSection({ application }: SectionProps) {
  return (
    <>
      <TokenPart application={application} />
      <AddingPart application={application} />
      <IntentsPart application={application} />
      <ObfuscationPart application={application} />
    </>
  )
}

function TokenPart({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const [token, setToken] = useState<string | null>(null)

  async function reset() {
    const done = await saving.run(async () => {
      const response = await client.api.call('reset_bot_token', { params: { application_id: application.id } })
      setToken(response.token)
    })
    if (done) setAsking(false)
  }

  return (
    <Section title={t('Bot')} description={t('The token logs the bot in. It is shown once, after a reset.')}>
      {token && (
        <CopyField
          label={t('Token')}
          value={token}
          hint={t('Keep the token secret. It gives full control of the bot. It is not shown again.')}
        />
      )}
      <div>
        <Button onClick={() => setAsking(true)}>{t('Reset token')}</Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('Reset the bot token?')}
          description={saving.error ?? t('The former token ends at once, and the bot is disconnected.')}
          action={t('Reset token')}
          danger
          busy={saving.busy}
          onConfirm={() => void reset()}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function AddingPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  return (
    <Section title={t('Adding the bot')}>
      <div className={form.form}>
        <InstantSwitch
          label={t('Public bot')}
          hint={t('Other people can add the bot to their guilds. Without it only you can.')}
          checked={application.bot_public ?? true}
          disabled={saving.busy}
          onSave={(on) => saving.run(() => edit({ bot_public: on }))}
        />
        <InstantSwitch
          label={t('Require a code grant')}
          hint={t('The bot joins a guild only after your server has exchanged the code of the authorization.')}
          checked={application.bot_require_code_grant ?? false}
          disabled={saving.busy}
          onSave={(on) => saving.run(() => edit({ bot_require_code_grant: on }))}
        />
      </div>
      {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}

function ObfuscationPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const { data: review } = useReview(application.id)
  const ended = review?.obfuscation_for_all ?? false
  return (
    <Section
      title={t('Hidden channels')}
      description={t('Channels that the bot cannot view are sent to it either in full or without their content.')}
    >
      <InstantSwitch
        label={t('Private Channel Obfuscation')}
        hint={
          ended
            ? t('Ended: every bot receives hidden channels without their content, and the switch has no effect.')
            : t(
                'The bot receives channels that it cannot view without name, topic and overwrites of other roles and members. Switch it on before this becomes the rule for every bot.',
              )
        }
        checked={application.channel_obfuscation_opt_in ?? false}
        disabled={saving.busy || ended}
        onSave={(on) => saving.run(() => edit({ channel_obfuscation_opt_in: on }))}
      />
      {saving.saved && <StatusText>{t('Saved. It applies from the next connection of the bot.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
    </Section>
  )
}
