import type { ApplicationCommandObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { rich } from '../../lib/language/rich.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { WithPreview } from '../../ui/preview.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CommandDetails, CommandPreview } from './command-preview.tsx'
import { commandTitle, commandType } from './command-words.ts'
import type { SectionProps } from './section-props.ts'

/** The global commands of an application. Its bot registers them; the owner reads and deletes them. */
export function CommandsSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [openId, setOpenId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<ApplicationCommandObject | null>(null)
  const path = `/applications/${application.id}/commands`
  const { data, error, refetch } = useQuery({
    queryKey: ['commands', application.id],
    queryFn: () =>
      client.api.call('list_application_commands', {
        params: { application_id: application.id },
        query: { with_localizations: true },
      }),
    staleTime: 0,
  })
  const open = data?.find(({ id }) => id === openId) ?? data?.[0]

  async function remove(id: string) {
    if (
      !(await saving.run(() =>
        client.api.call('delete_application_command', { params: { application_id: application.id, command_id: id } }),
      ))
    )
      return
    setDeleting(null)
    await refetch()
  }

  const list = (
    <Section title={t('Commands')} description={t('Global commands, as the bot registered them.')}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && (
        <p>
          {rich(
            'No command yet. The bot registers its commands by <code>PUT {path}</code>; they appear here at once.',
            { path, code: <code /> },
          )}
        </p>
      )}
      {saving.saved && <StatusText>{t('Deleted.')}</StatusText>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((command) => (
            <Row
              key={command.id}
              title={commandTitle(command)}
              detail={command.description || commandType(command.type)}
            >
              <Button
                size="small"
                aria-label={t('Show {name}', { name: commandTitle(command) })}
                aria-pressed={command === open}
                onClick={() => setOpenId(command.id)}
              >
                {t('Show')}
              </Button>
              <Button
                size="small"
                aria-label={t('Delete {name}', { name: commandTitle(command) })}
                onClick={() => setDeleting(command)}
              >
                {t('Delete')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {deleting && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: commandTitle(deleting) })}
          description={saving.error ?? t('People can no longer use it. The bot may register it again.')}
          action={t('Delete')}
          danger
          busy={saving.busy}
          onConfirm={() => void remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Section>
  )
  if (!open) return list
  return (
    <WithPreview preview={<CommandPreview key={open.id} application={application} command={open} />}>
      {list}
      <CommandDetails command={open} />
    </WithPreview>
  )
}
