import { useSyncExternalStore } from 'react';
import { isOpen, officeHoursWords, readOfficeHours } from '#base/office-hours.ts';
import { useHub } from '#platform/web/hub.tsx';

const never = () => () => {};

/** When somebody is there, and whether that is now: a page from the server does not know when it is read. */
export function OfficeHoursLine() {
  const { hours = '' } = useHub().site.support;
  const read = readOfficeHours(hours);
  const now = useSyncExternalStore(
    never,
    () => (read && isOpen(read, new Date()) ? ' Someone is here now.' : ''),
    () => '',
  );
  return (
    read && (
      <p>
        Hours: {officeHoursWords(hours)}.{now}
      </p>
    )
  );
}
