/** Counters in Prometheus format: four lines of text each need no library. */
export interface Metrics {
  request(route: string, method: string, status: number, milliseconds: number): void;
  /** A value computed on read, such as the outbox's depth. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  text(): Promise<string>;
}

const buckets = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { counts: number[]; sum: number; total: number }>();
  const gauges: { name: string; help: string; read: () => number | Promise<number> }[] = [];

  return {
    request(route, method, status, milliseconds) {
      const key = `{route="${route}",method="${method}",status="${status}"}`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      const duration = durations.get(route) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 };
      const slot = buckets.findIndex((limit) => milliseconds <= limit);
      if (slot >= 0) duration.counts[slot] = (duration.counts[slot] ?? 0) + 1;
      duration.sum += milliseconds;
      duration.total += 1;
      durations.set(route, duration);
    },
    gauge(name, help, read) {
      gauges.push({ name, help, read });
    },
    async text() {
      const lines = ['# HELP hub_requests_total Requests handled.', '# TYPE hub_requests_total counter'];
      for (const [labels, count] of requests) lines.push(`hub_requests_total${labels} ${count}`);
      lines.push(
        '# HELP hub_request_milliseconds Response time.',
        '# TYPE hub_request_milliseconds histogram',
      );
      for (const [route, { counts, sum, total }] of durations) {
        let below = 0;
        buckets.forEach((limit, slot) => {
          below += counts[slot] ?? 0;
          lines.push(`hub_request_milliseconds_bucket{route="${route}",le="${limit}"} ${below}`);
        });
        lines.push(`hub_request_milliseconds_bucket{route="${route}",le="+Inf"} ${total}`);
        lines.push(
          `hub_request_milliseconds_sum{route="${route}"} ${sum.toFixed(1)}`,
          `hub_request_milliseconds_count{route="${route}"} ${total}`,
        );
      }
      for (const { name, help, read } of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${await read()}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
