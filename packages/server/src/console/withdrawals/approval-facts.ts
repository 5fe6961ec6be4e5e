import { personOf } from '../../domain/shared/audit-entry.js'
import type { Approval } from '../../domain/withdrawals/approval.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import type { Fact } from '../../ui/facts.js'
import type { Visit } from '../visit.js'

/** How many of the two people have approved a withdrawal. */
export const approvalsBadge = (approvals: readonly Approval[]): Html =>
  badge({ tone: 'warn', icon: 'people', text: `${approvals.length} of 2 approvals` })

/** The people who have approved a withdrawal, with their reasons. */
export const approvalFacts = (visit: Visit, approvals: readonly Approval[]): Fact[] =>
  approvals.map(({ actor, reason, approvedAt }, at) => ({
    label: `${at + 1} of 2 approved by`,
    value: html`<b>${personOf(actor)}</b>, ${visit.time(approvedAt)}${reason ? html`<br><small>${reason}</small>` : NOTHING}`,
  }))
