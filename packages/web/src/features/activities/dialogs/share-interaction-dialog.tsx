import { CommandType, InteractionType } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { commandIndexQuery } from '../../../domain/commands/command-index.ts'
import { typedCommands } from '../../../domain/commands/usable-commands.ts'
import { startInteraction } from '../../../domain/interactions/start.ts'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { isWebLink } from '../../../lib/links.ts'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import type { QuestionProps } from '../question-types.ts'
import styles from './dialogs.module.css'
import { sharedOptions } from './shared-options.ts'
import { usePosting } from './use-posting.ts'

/** Asks whether the person uses a command of the activity in the channel where it runs. */
export function ShareInteractionDialog({ question, onDone }: QuestionProps<'share-interaction', boolean>) {
  const { application, channelId, guildId, interaction } = question
  const client = useClient()
  const { busy, error, run } = usePosting()
  const commands = useQuery({ ...commandIndexQuery(client, channelId), refetchOnMount: 'always' })
  const name = interaction.command.replace(/^\//, '')
  const share = () =>
    run(async () => {
      const usable = typedCommands(commands.data ?? { applications: [], application_commands: [] }).find(
        (one) => one.application.id === application.id && one.plainName === name,
      )
      if (!usable)
        throw new Error(t('{name} has no command /{command} here.', { name: application.name, command: name }))
      const { command, path, options } = usable
      await startInteraction(client, {
        type: InteractionType.APPLICATION_COMMAND,
        applicationId: application.id,
        channelId,
        guildId,
        isForm: true,
        note: { application: usable.application, command: { name, type: CommandType.CHAT_INPUT } },
        data: {
          id: command.id,
          name: command.name,
          type: command.type,
          version: command.version,
          options: sharedOptions(path, options, interaction.options ?? []),
        },
      })
      onDone(true)
    })
  const picture = interaction.preview_image?.url
  return (
    <Dialog
      title={t('Share from {name}', { name: application.name })}
      description={t('The command /{command} is used in this channel.', { command: name })}
      onClose={onDone}
      width="medium"
    >
      {interaction.content && <blockquote className={styles.quote}>{interaction.content}</blockquote>}
      {isWebLink(picture) && <img className={styles.picture} src={picture} alt={t('Preview')} />}
      {error && <ErrorText>{error}</ErrorText>}
      <DialogButtons
        action={t('Share')}
        busy={busy || commands.isPending}
        onAction={() => void share()}
        onCancel={() => onDone()}
      />
    </Dialog>
  )
}
