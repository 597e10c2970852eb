import { demand, invalidForm } from '@guildhall/protocol'
import { mayApplyTags } from '../rules.ts'

/**
 * Rejects tags that a forum post may not have.
 *
 * @throws TAG_REQUIRED (40067) or NO_TAGS_FOR_NON_MODERATORS (40066) without a tag in a forum that requires one;
 *   INVALID_FORM_BODY (50035) for an unknown tag; MISSING_PERMISSIONS (50013) for a moderated one
 */
export function checkTags(...tags: Parameters<typeof mayApplyTags>): void {
  const verdict = mayApplyTags(...tags)
  if ('unknownAt' in verdict) throw invalidForm(['applied_tags', verdict.unknownAt], 'INVALID_FORUM_TAG', 'Unknown tag')
  demand(verdict)
}
