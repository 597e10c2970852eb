import type { ApplicationObject } from '@guildhall/protocol'
import { Image } from 'lucide-react'
import { t } from '../../../lib/language/text.ts'
import { AppIcon } from '../../../ui/app-icon.tsx'
import styles from './widget.module.css'
import { type Rendered, rendered, slotKey, type WidgetForm } from './widget-form.ts'

/** A widget as players see it on a profile, with sample statistics. */
export function WidgetPreview(props: {
  application: Pick<ApplicationObject, 'id' | 'name' | 'icon'>
  name: string
  form: WidgetForm
  samples: Readonly<Record<string, string>>
}) {
  const { application, name, form, samples } = props
  const at = (surface: string, component: string, field: string): Rendered => {
    const value = form[slotKey(surface, { component, field })]
    return value ? rendered(value, samples) : null
  }
  const stats = [1, 2, 3, 4].map((number) => ({
    key: `stat_${number}`,
    label: at('widget_bottom', `stat_${number}`, 'label'),
    value: at('widget_bottom', `stat_${number}`, 'value'),
  }))
  const small = [
    [t('Small profile'), 'mini_profile'],
    [t('Activity'), 'activity_accessory'],
  ].map(([title = '', surface = '']) => ({
    title,
    label: at(surface, 'stat', 'label'),
    value: at(surface, 'stat', 'value'),
  }))
  return (
    <div className={styles.previews}>
      <section className={styles.card} aria-label={t('Widget on a profile')}>
        <p className={styles.game}>
          <AppIcon application={application} /> {application.name} <span className={styles.hint}>{name}</span>
        </p>
        <Picture picture={at('widget_top', 'hero', 'image')} />
        <p className={styles.title}>{at('widget_top', 'title', 'text')?.text}</p>
        <p className={styles.hint}>{at('widget_top', 'subtitle', 'text')?.text}</p>
        <dl className={styles.stats}>
          {stats
            .filter(({ label, value }) => label ?? value)
            .map(({ key, label, value }) => (
              <div key={key}>
                <dt className={styles.hint}>{label?.text ?? ''}</dt>
                <dd className={styles.value}>{value?.text ?? '–'}</dd>
              </div>
            ))}
        </dl>
      </section>
      <section className={styles.card} aria-label={t('Before adding')}>
        <p className={styles.hint}>{t('Before adding')}</p>
        <Picture picture={at('add_widget_preview', 'hero', 'image')} />
        <p className={styles.title}>{at('add_widget_preview', 'title', 'text')?.text}</p>
      </section>
      {small
        .filter(({ label, value }) => label ?? value)
        .map(({ title, label, value }) => (
          <section key={title} className={styles.card} aria-label={title}>
            <p className={styles.hint}>{title}</p>
            <p>
              {label?.text} <strong>{value?.text ?? '–'}</strong>
            </p>
          </section>
        ))}
    </div>
  )
}

/** A picture is its own value: the images of a game are not stored here. */
function Picture({ picture }: { picture: Rendered }) {
  if (!picture) return null
  return (
    <p className={styles.picture}>
      <Image size={20} aria-hidden /> {picture.text}
    </p>
  )
}
