import type { Destination } from '../../domain/withdrawals/destination.js'
import { isUsable, needsListing } from '../../domain/withdrawals/destinations.js'
import type { Html } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { timeUntil } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** Whether withdrawals to a destination go out without a review of it. */
export const isReady = ({ services, now }: Visit, destination: Destination): boolean =>
  isUsable(services.context, destination, now)

/** The rule of destinations that is in force, as the key of its text. */
export const destinationRule = ({ services, caller }: Visit): 'destination_delay' | 'destination_list' =>
  needsListing(services.context, caller) ? 'destination_delay' : 'destination_list'

export const readyBadge = (visit: Visit, destination: Destination): Html =>
  isReady(visit, destination)
    ? badge({ tone: 'ok', icon: 'check-circle', text: visit.text('ready') })
    : badge({
        tone: 'warn',
        icon: 'clock',
        text: visit.text('ready_in', { time: timeUntil(visit, destination.usableAt) }),
      })
