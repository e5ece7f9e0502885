#!/usr/bin/env bash
# What a first look needs, in one go: ./look.sh [DOMAIN]. It reads and changes nothing; run it, paste it into the log.
# A database is asked when DATABASE_URL is set and psql is there.
set -u
domain="${1:-}"
have() { command -v "$1" >/dev/null 2>&1; }
part() { printf '\n== %s\n' "$1"; }
cut_at() { head -n "${1:-10}"; }

part "now"
date -u '+%Y-%m-%d %H:%M:%S UTC'
have uptime && uptime
have hostname && hostname

part "room"
df -hP -x tmpfs -x devtmpfs -x overlay 2>/dev/null | awk 'NR == 1 || $5 + 0 >= 70'
df -iP -x tmpfs -x devtmpfs -x overlay 2>/dev/null | awk '$5 + 0 >= 70 {print "names:", $0}'

part "memory"
have free && free -m
have dmesg && dmesg -T 2>/dev/null | grep -i 'killed process' | tail -n 3

part "busiest by memory, then by processor"
ps -eo pid,rss,pcpu,etime,args --sort=-rss 2>/dev/null | cut -c1-110 | cut_at 6
ps -eo pid,rss,pcpu,etime,args --sort=-pcpu 2>/dev/null | cut -c1-110 | cut_at 6

if have systemctl; then
  part "units that failed"
  systemctl --failed --no-legend --plain 2>/dev/null | cut_at
fi

if have ss; then
  part "who listens"
  ss -ltnH 2>/dev/null | awk '{print $4}' | sort -u | cut_at 15
  part "connections by state"
  ss -tanH 2>/dev/null | awk '{print $1}' | sort | uniq -c | sort -rn
fi

if [ -n "$domain" ]; then
  part "$domain from here"
  if have curl; then
    curl -so /dev/null --max-time 10 -w 'status %{http_code}, name %{time_namelookup}s, connect %{time_connect}s, tls %{time_appconnect}s, first byte %{time_starttransfer}s\n' "https://$domain/" || echo "no answer within ten seconds"
  fi
  if have openssl; then
    echo | timeout 10 openssl s_client -connect "$domain:443" -servername "$domain" 2>/dev/null | openssl x509 -noout -enddate 2>/dev/null || echo "no certificate to be read"
  fi
fi

if [ -n "${DATABASE_URL:-}" ] && have psql; then
  part "database: longest queries, then who waits for whom"
  psql "$DATABASE_URL" -X -P pager=off -c "select pid, date_trunc('second', now() - query_start) as runs, state, wait_event_type as waits, left(query, 70) as query from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() order by query_start limit 8" \
    -c "select pid as waits, pg_blocking_pids(pid) as for_these, left(query, 60) as query from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0 limit 8" \
    -c "select count(*) filter (where state = 'active') as active, count(*) as all_of_them, current_setting('max_connections') as most from pg_stat_activity"
fi

part "what was said last at level error"
have journalctl && journalctl -p err -n 15 --no-pager -o short-iso 2>/dev/null | cut -c1-160
exit 0
