import freemarker.core.ParseException;
import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateExceptionHandler;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Prints what FreeMarker makes of templates, as tab-separated lines: kind, template, value, result. See make-goldens.sh. */
public class MakeGoldens {
  static final String[] PATTERNS = {
    "0", "0.0", "0.00", "0.00##", "#", "#.##", ".##", "#.00", "#.", "#,##0", "#,##0.00", "##0.##E0", "##0.#####E0",
    "0.###E0", "00.00E00", "#.##E0", "0E0", "0.0E000", "0%", "0.0%", "#0.0‰", "'x'0", "0.0;(0.0)", "0.0;", "+0.0;-0.0",
    "0' mm'", "00000", "0.################", "0.00000000000000000000", "##,##00.0", "#,##0.###"
  };
  static final double[] VALUES = {
    0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 0.125, 0.375, 1.005, 2.675, 0.1, 1e-5, -0.001, 0.9, 1.49, -55.123, 12345, 123456,
    1234567.891, 1e21, 1.7976931348623157e308, 4.9e-324, 9.995, 99.95, 999999.5, 0.05, 0.95, 0.00012345, 3.14159265358979,
    -1234.5, 1e15, 2.5e-7, 65.5, 0.045, 2.9e7, 30120.44, 1e-300
  };
  static final String[] TEXTS = {
    "$${t}", "$$${t}", "${ t }", "${t\n}", "${ t?string}", "${r\"${HOME}\"}", "${r'a\"b'}", "# {t}", "<# if", "<#1", "[#if x]",
    "[=t]", "{t}", "$ {t}", "$t", "a\r\nb${t}\r\n", "\\${t}", "<#$", "</#", "<#/if>", "100%", "<a href='#b'>", "${t}${t}",
    "<#if true>", "<#foo>", "</#if>", "<@foo/>", "<@ x", "<@", "<#--", "<#_a>", "</@foo>", "${}", "${t", "#{", "<@@", "<@1"
  };

  public static void main(String[] arguments) throws Exception {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_0);
    configuration.setLocale(Locale.US);
    configuration.setLogTemplateExceptions(false);
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (String pattern : PATTERNS) {
      for (double value : VALUES) {
        // Beyond lies overflow, and 1e23, to which Java before 19 gives a digit too many.
        if (value > 1e20 && pattern.matches(".*[%‰].*")) continue;
        String template = "${x?string(\"" + pattern + "\")}";
        out.println(line("number", template, Double.toString(value), render(configuration, template, "x", value)));
      }
    }
    for (double value : VALUES) {
      out.println(line("number", "${x?c}", Double.toString(value), render(configuration, "${x?c}", "x", value)));
    }
    for (String template : TEXTS) {
      String value = "S235 ${x} $& <#if>";
      out.println(line("text", template, value, render(configuration, template, "t", value)));
    }
  }

  /** @return the rendered text, or `!` where FreeMarker refuses */
  static String render(Configuration configuration, String template, String name, Object value) throws Exception {
    Map<String, Object> model = new HashMap<>();
    model.put(name, value);
    StringWriter writer = new StringWriter();
    try {
      new Template("golden", template, configuration).process(model, writer);
    } catch (ParseException | freemarker.template.TemplateException error) {
      return "!";
    }
    return "=" + writer;
  }

  static String line(String... cells) {
    String line = String.join("\t", cells);
    return line.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
