#!/bin/sh
# Makes test/templates/goldens/freemarker.tsv: what FreeMarker itself prints. Needs Java 17 and Maven.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mvn -q dependency:copy -Dartifact=org.freemarker:freemarker:2.3.34 -DoutputDirectory="$work"
java -Dfile.encoding=UTF-8 -cp "$work/freemarker-2.3.34.jar" "$here/MakeGoldens.java" > "$work/freemarker.tsv"
mv "$work/freemarker.tsv" "$here/../goldens/freemarker.tsv"
