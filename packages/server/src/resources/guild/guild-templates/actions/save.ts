import type { Work } from '../../../../kernel/work.ts'
import type { StoredGuildTemplate } from '../model.ts'
import * as store from '../store.ts'

/** Stores a new template. No event names templates. */
export function createTemplate(work: Work, template: StoredGuildTemplate): Promise<void> {
  return store.insertTemplate(work, template)
}

/** Stores a changed template, or its new snapshot. */
export function saveTemplate(work: Work, template: StoredGuildTemplate): Promise<void> {
  return store.updateTemplate(work, template)
}

/** Counts a guild that was created from a template. */
export function countTemplateUse(work: Work, template: StoredGuildTemplate): Promise<void> {
  return store.incrementTemplateUses(work, template.code)
}

/** Deletes a template. */
export function deleteTemplate(work: Work, template: StoredGuildTemplate): Promise<void> {
  return store.deleteTemplate(work, template.code)
}
