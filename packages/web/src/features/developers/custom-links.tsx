import type { BodyOf } from '@guildhall/client'
import {
  QUICK_LINK_CUSTOM_ID_MAX,
  QUICK_LINK_DESCRIPTION_MAX,
  QUICK_LINK_TITLE_MAX,
  type QuickLinkObject,
} from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

/** Links that start the activity of an application, each with a picture and texts. */
export function CustomLinks({ application }: SectionProps) {
  const client = useClient()
  const removing = useSave()
  const [editing, setEditing] = useState<QuickLinkObject | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['custom-links', application.id],
    queryFn: () => client.api.call('list_custom_links', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  return (
    <Section
      title={t('Custom links')}
      description={t(
        'Links to the activity with a picture, a title and a description. The activity receives the custom id of the link that started it.',
      )}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && <p>{t('No link yet. A link can invite people to a level, a replay or an event.')}</p>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((link) => (
            <Row key={link.link_id} title={link.title} detail={<LinkDetail link={link} />}>
              <Button
                size="small"
                aria-label={t('Edit {title}', { title: link.title })}
                onClick={() => setEditing(link)}
              >
                {t('Edit')}
              </Button>
              <Button
                size="small"
                aria-label={t('Delete {title}', { title: link.title })}
                disabled={removing.busy}
                onClick={() =>
                  void removing
                    .run(() =>
                      client.api.call('delete_custom_link', {
                        params: { application_id: application.id, link_id: link.link_id },
                      }),
                    )
                    .then(() => refetch())
                }
              >
                {t('Delete')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <div>
        <Button onClick={() => setEditing('new')}>{t('New link')}</Button>
      </div>
      {editing && (
        <LinkDialog
          link={editing === 'new' ? null : editing}
          applicationId={application.id}
          onClose={() => setEditing(null)}
          onSaved={() => void refetch().then(() => setEditing(null))}
        />
      )}
    </Section>
  )
}

function LinkDetail({ link: { link_id, application_id, title, description } }: { link: QuickLinkObject }) {
  return (
    <>
      {description}
      <CopyField
        label={t('Link {title}', { title })}
        value={`${location.origin}/activities/${application_id}?link_id=${link_id}`}
      />
    </>
  )
}

interface LinkValues {
  readonly title: string
  readonly description: string
  readonly custom_id: string | null
  readonly image: ImageChange
}

function LinkDialog(props: {
  link: QuickLinkObject | null
  applicationId: string
  onClose: () => void
  onSaved: () => void
}) {
  const { link, applicationId, onClose, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const changes = useChanges<LinkValues>(
    {
      title: link?.title ?? '',
      description: link?.description ?? '',
      custom_id: link?.custom_id ?? null,
      image: undefined,
    },
    { isNew: link === null },
  )
  const submit = changes.onSubmit(
    saving,
    (changed) => {
      const params = { application_id: applicationId }
      return link
        ? client.api.call('update_custom_link', {
            params: { ...params, link_id: link.link_id },
            body: changed as BodyOf<'update_custom_link'>,
          })
        : client.api.call('create_custom_link', { params, body: changes.values as BodyOf<'create_custom_link'> })
    },
    onSaved,
  )

  return (
    <Dialog title={link ? t('Edit {title}', { title: link.title }) : t('New link')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Title')}
          {...changes.text('title')}
          required
          autoFocus
          maxLength={QUICK_LINK_TITLE_MAX}
          error={saving.errorOf('title')}
        />
        <TextField
          label={t('Description')}
          {...changes.text('description')}
          required
          maxLength={QUICK_LINK_DESCRIPTION_MAX}
          error={saving.errorOf('description')}
        />
        <TextField
          label={t('Custom id')}
          {...changes.optional('custom_id')}
          maxLength={QUICK_LINK_CUSTOM_ID_MAX}
          hint={t('Optional. The activity reads it as customId.')}
          error={saving.errorOf('custom_id')}
        />
        <ImageField
          label={t('Picture')}
          value={changes.values.image}
          onChange={(image) => changes.set({ image })}
          current={link?.asset_path ? <img src={`/cdn/${link.asset_path}.png?size=128`} alt="" width={80} /> : null}
          removable={Boolean(link?.asset_path)}
          error={saving.errorOf('image')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
