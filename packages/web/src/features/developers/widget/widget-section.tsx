import { WIDGET_DISPLAY_NAME_MAX, type WidgetConfigObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/client.ts'
import { useClient } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { messageTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { SaveBar } from '../../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../../ui/sections.tsx'
import { useSave } from '../../../ui/use-save.ts'
import type { SectionProps } from '../section-props.ts'
import { WidgetEditor } from './widget-editor.tsx'

/** Game stats widgets of a game: drafts, a preview with sample statistics, and publishing. [STA-1] */
export function WidgetSection({ application }: SectionProps) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['widget-configs', application.id],
    queryFn: () => client.api.call('list_widget_configs', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  const [openId, setOpenId] = useState<string | null>(null)
  const open = data?.find(({ id }) => id === openId) ?? (data?.length === 1 ? data[0] : undefined)
  return (
    <>
      <Section
        title={t('Widget')}
        description={t(
          'Players show a widget with their statistics on their profile. Your server writes the statistics; the widget decides how they look. The one published last is shown.',
        )}
      >
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {data?.length === 0 && <p>{t('No widget yet. Create a draft; players see it once you publish it.')}</p>}
        {data && data.length > 0 && (
          <Rows>
            {data.map((config) => (
              <ConfigRow
                key={config.id}
                config={config}
                applicationId={application.id}
                open={config === open}
                onOpen={() => setOpenId(config.id)}
                onDeleted={() => void refetch()}
              />
            ))}
          </Rows>
        )}
        <NewWidget
          applicationId={application.id}
          onCreated={(id) => {
            setOpenId(id)
            void refetch()
          }}
        />
      </Section>
      {open && <WidgetEditor key={open.id} application={application} config={open} onSaved={() => void refetch()} />}
    </>
  )
}

function ConfigRow(props: {
  config: WidgetConfigObject
  applicationId: string
  open: boolean
  onOpen: () => void
  onDeleted: () => void
}) {
  const { config, applicationId, open, onOpen, onDeleted } = props
  const client = useClient()
  const saving = useSave()
  const [asking, setAsking] = useState(false)
  const { display_name, published_at } = config
  return (
    <Row
      title={display_name}
      detail={
        published_at ? t('Published {time}', { time: messageTime(published_at) }) : t('Draft, visible to you only')
      }
    >
      <Button size="small" aria-label={t('Edit {display_name}', { display_name })} aria-pressed={open} onClick={onOpen}>
        {t('Edit')}
      </Button>
      <Button size="small" aria-label={t('Delete {display_name}', { display_name })} onClick={() => setAsking(true)}>
        {t('Delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('Delete {display_name}?', { display_name })}
          description={saving.error ?? t('It disappears from the profiles of all players who added it.')}
          action={t('Delete')}
          danger
          busy={saving.busy}
          onConfirm={() =>
            void saving
              .run(() =>
                client.api.call('delete_widget_config', {
                  params: { application_id: applicationId, config_id: config.id },
                }),
              )
              .then((done) => done && onDeleted())
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Row>
  )
}

function NewWidget({ applicationId, onCreated }: { applicationId: string; onCreated: (id: string) => void }) {
  const client = useClient()
  const saving = useSave()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const display_name = String(new FormData(element).get('name')).trim()
    void saving.run(async () => {
      const { id } = await client.api.call('create_widget_config', {
        params: { application_id: applicationId },
        body: { display_name },
      })
      element.reset()
      onCreated(id)
    })
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Name of the new widget')}
        name="name"
        required
        maxLength={WIDGET_DISPLAY_NAME_MAX}
        error={saving.errorOf('display_name')}
      />
      <SaveBar saving={saving} label={t('Create draft')} />
    </form>
  )
}
