/** Numbers formatted for the operator. */
export const inWords = {
  bytes(count: number): string {
    const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
    const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
    const value = count / 1024 ** power;
    return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
  },
  age(milliseconds: number): string {
    const minutes = Math.max(0, Math.round(milliseconds / 60_000));
    if (minutes < 90) return `${minutes} min`;
    if (minutes < 48 * 60) return `${Math.round(minutes / 60)} hours`;
    return `${Math.round(minutes / 1440)} days`;
  },
};
