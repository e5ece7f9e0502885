/** A time is asked for on the clocks of wherever the operator is; without this they choose the zone themselves. */
export function startZones(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of document.querySelectorAll<HTMLSelectElement>('select[data-zone]')) {
    if (field.value !== '' || !zone) continue;
    if (![...field.options].some(({ value }) => value === zone)) field.add(new Option(zone, zone));
    field.value = zone;
  }
}
